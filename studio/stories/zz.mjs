import { open, picture } from "./studio.mjs";
const studio = await open();
const { page, complaints } = await studio.visit({ hash: "#author" });
const file = page.getByRole("region", { name: "Your game", exact: true });
await file.locator(".check-state", { hasText: "No problems." }).waitFor();
await page.getByRole("textbox", { name: /^Game file/ }).click();
await page.keyboard.press("Control+A");
await page.keyboard.insertText(`game = "dragon"
title = "Dragon"
players = "2-4"

[press]
dice = 2
bust = "count(1) > 0"
worth = "2 * sum if alike == size else sum"
goal = 60
`);
await page.waitForTimeout(3000);
await page.getByRole("button", { name: "Strategies", exact: true }).click();
await page.waitForTimeout(5000);
console.log(await page.getByRole("region", { name: "A strategy for it", exact: true }).innerText());
await picture(page, "zz");
console.log(complaints);
await studio.close();
