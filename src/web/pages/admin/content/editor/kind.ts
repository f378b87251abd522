import type { EditedText, EditorCalls } from '#contracts/editor-calls.ts';
import type { Outcome, Where } from '#web/server/api.ts';

/** What the back office knows of one kind of text; `Body` is what writes one. */
export interface Kind<Text extends EditedText, Body> {
  /** The path of its list; the editor of each text is below it. */
  path: string;
  calls: EditorCalls<Text, Body>;
  /** The fields of its form. */
  fields: readonly (keyof Body & string)[];
  bodyOf(values: Values<Body>, text: Text | null): Body;
  publish: Partial<Body>;
  /** Also changed when a text that has ended is published again. */
  publishAgain?: Partial<Body>;
  takeBack: Partial<Body>;
  /** Asks the server for what a preview needs beside the values. */
  preview?(where: Where, values: Values<Body>): Promise<Outcome<{ html: string }>>;
}

/** What the fields of a form hold. */
export type Values<Body> = Record<keyof Body & string, string>;

/** The kind of text that some calls edit. */
export type KindOf<Calls> = Calls extends EditorCalls<infer Text, infer Body> ? Kind<Text, Body> : never;
