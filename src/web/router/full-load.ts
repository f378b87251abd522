/** Where it is kept which page was loaded once more because a part of it was missing, so that it never is twice. */
export const FULL_LOAD_KEY = 'facevalue_loaded_again';

export function noteFullLoad(path: string): void {
  try {
    sessionStorage.setItem(FULL_LOAD_KEY, path);
  } catch {
    // Without storage the page says at once that a part is missing.
  }
}

/** The page has all its parts. */
export function forgetFullLoad(): void {
  try {
    sessionStorage.removeItem(FULL_LOAD_KEY);
  } catch {
    // Nothing was kept then.
  }
}
