import type { EditedText, EditorCalls } from '#contracts/editor-calls.ts';
import type { Outcome, Where } from '#web/server/api.ts';

/** How the back office handles one kind of content; `Body` is the request body that saves it. */
export interface Kind<Text extends EditedText, Body> {
  /** The path of its list. */
  path: string;
  calls: EditorCalls<Text, Body>;
  /** The form's fields. */
  fields: readonly (keyof Body & string)[];
  bodyOf(values: Values<Body>, text: Text | null): Body;
  publish: Partial<Body>;
  /** Also changed when expired content is published again. */
  publishAgain?: Partial<Body>;
  takeBack: Partial<Body>;
  /** Fetches from the server what a preview needs besides the form values. */
  preview?(where: Where, values: Values<Body>): Promise<Outcome<{ html: string }>>;
}

/** The values of a form's fields. */
export type Values<Body> = Record<keyof Body & string, string>;

/** The kind of content edited through a set of API calls. */
export type KindOf<Calls> = Calls extends EditorCalls<infer Text, infer Body> ? Kind<Text, Body> : never;
