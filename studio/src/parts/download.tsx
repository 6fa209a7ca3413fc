// Giving a text to the browser as a file.

/** A button that saves a text, which is made when it is pressed. */
export function Download({ name, type, text, label = name }: { name: string; type: string; text: () => string; label?: string }) {
  return (
    <button type="button" onClick={() => save(name, type, text())}>
      Download {label}
    </button>
  );
}

/** Saves a text under a name. */
export function save(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
