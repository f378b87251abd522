/** Stores which page was reloaded because a part was missing, so that it is never reloaded twice. */
export const FULL_LOAD_KEY = 'facevalue_loaded_again';

export function noteFullLoad(path: string): void {
  try {
    sessionStorage.setItem(FULL_LOAD_KEY, path);
  } catch {
    // Without storage the page reports the missing part at once.
  }
}

/** The page loaded completely. */
export function forgetFullLoad(): void {
  try {
    sessionStorage.removeItem(FULL_LOAD_KEY);
  } catch {
    // Nothing was stored in that case.
  }
}
