import type { EditedText, EditorCalls } from '#contracts/content/editor-calls.ts';

/** How the back office handles one kind of content; `Body` is the request body that saves it. */
export interface Kind<Text extends EditedText, Body> {
  /** The path of its list. */
  path: string;
  calls: EditorCalls<Text, Body>;
  /** The form's fields but for those of translations. */
  fields: readonly (keyof Body & string)[];
  /** Those of them that are translated. */
  translated: readonly (keyof Body & string)[];
  /** Those of them that are lists: checkboxes with the same name. */
  lists?: readonly (keyof Body & string)[];
  /** Of them, the one in Markdown. */
  markdown?: keyof Body & string;
  bodyOf(values: Values<Body>, form: { text: Text | null; zone: string }): Body;
  publish: Partial<Body>;
  /** Also changed when expired content is published again. */
  publishAgain?: Partial<Body>;
  takeBack: Partial<Body>;
}

/** The values of a form's fields, and of those of translations. */
export type Values<Body> = Record<keyof Body & string, string> & Record<string, string>;

/** The kind of content edited through a set of API calls. */
export type KindOf<Calls> = Calls extends EditorCalls<infer Text, infer Body> ? Kind<Text, Body> : never;
