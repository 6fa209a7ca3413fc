// What is shown where a file of the studio could not be loaded.

/** That something could not be loaded, and the way out. */
export function Failed({ what }: { what: string }) {
  return (
    <p class="notice bad" role="alert">
      {what} could not be loaded. What you have written is kept.{" "}
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
    </p>
  );
}
