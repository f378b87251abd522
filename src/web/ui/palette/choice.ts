/** A line of the palette. */
export interface Choice {
  key: string;
  title: string;
  /** What it is, and whose. */
  about: string;
  to: string;
  /** What the control that gets the focus there says in `data-does`. */
  control?: string | undefined;
  /** Posted to instead of opened. */
  posts?: boolean | undefined;
}
