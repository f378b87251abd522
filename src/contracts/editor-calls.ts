import { z } from 'zod';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { type Call, call, type Guard } from './call.ts';
import { dataOf, id, idParams, type pageMeta, pageOf, pageQuery, time } from './shapes.ts';
import { onSurface } from './surface.ts';

/** One line that somebody typed. */
export const line = (max: 60 | 200 | 300, empty: MessageKey) =>
  onSurface(
    'text',
    z
      .string()
      .trim()
      .min(1, empty)
      .max(max, messageKey('invalid.maximum_characters'))
      .refine((text) => !/\p{Cc}/u.test(text), messageKey('invalid.one_line')),
  );

/** Lines as a form sends them, with one kind of line break. */
export const lines = (max: 4000 | 8000, empty: MessageKey) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      onSurface(
        'text',
        z
          .string()
          .min(1, empty)
          .max(max, messageKey('invalid.maximum_characters'))
          .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), messageKey('content.control_characters')),
      ),
    );

/** When something shows: a moment, `now`, or null for a draft. */
export const moment = z.union([z.null(), z.literal('now'), time], { error: messageKey('content.moment_wrong') });

const text = z.object({
  id,
  state: z.enum(['draft', 'scheduled', 'published', 'ended']),
  created_at: time,
  updated_at: time,
});

/** What every text tells its editor, whatever its kind. */
export type EditedText = z.infer<typeof text>;

/** The five calls for texts of one kind: `Text` is what the editor reads, `Body` what writes one. */
export interface EditorCalls<Text extends EditedText, Body> {
  listTexts: Call & { query: typeof query; reply: Shape<{ data: Text[]; meta: z.infer<typeof pageMeta> }> };
  getText: One & { reply: Shape<{ data: Text }> };
  writeText: Call & { body: Shape<Partial<Text>, Body>; reply: Shape<{ data: Text }> };
  changeText: One & { body: Shape<Change<Text>, Change<Body>>; reply: Shape<{ data: Text }> };
  removeText: One & { reply?: undefined };
}

type One = Call & { params: typeof idParams };
type Shape<Parsed, Given = Parsed> = z.ZodType<Parsed, Given>;
/** `read_at` is the `updated_at` that was read: what somebody else changed since is not overwritten. */
type Change<Fields> = Partial<Fields> & { read_at?: string };

/** `state` sorts by its name, and a minus reverses the order. */
export const textSorts = ['state', '-state', 'updated_at', '-updated_at'] as const;

const query = z.object({ sort: z.enum(textSorts).optional(), ...pageQuery });

interface Kind<Columns, Written, Initially> {
  path: string;
  /** One text of this kind, as summaries name it. */
  noun: string;
  /** What the editor reads beside the columns of every text. */
  columns: Columns;
  /** What the editor may change. */
  written: Written;
  /** The same fields where a new text may leave them out. */
  initially: Initially;
}

/** The calls by which staff edits texts of one kind. */
export function editorCalls<
  Columns extends z.ZodRawShape,
  Written extends z.ZodRawShape,
  Initially extends z.ZodRawShape,
>({ path, noun, columns, written, initially }: Kind<Columns, Written, Initially>) {
  const reads: readonly Guard[] = ['auth', 'admin'];
  const guards: readonly Guard[] = [...reads, 'role:publisher'];
  const one = { path: `${path}/{id}`, guards, params: idParams };
  const many = { path, guards };
  const reply = dataOf(text.extend(columns));
  return {
    listTexts: call({
      ...many,
      guards: reads,
      method: 'GET',
      summary: `Every ${noun}, whatever its state`,
      query,
      reply: pageOf(text.extend(columns)),
    }),
    getText: call({ ...one, guards: reads, method: 'GET', summary: `One ${noun} as it was written`, reply }),
    writeText: call({
      ...many,
      method: 'POST',
      summary: `Write a ${noun}`,
      body: z.object(written).extend(initially).strict(),
      reply,
      status: 201,
    }),
    changeText: call({
      ...one,
      method: 'PATCH',
      summary: `Change, publish or take back a ${noun}`,
      body: z.object(written).partial().extend({ read_at: time.optional() }).strict(),
      reply,
    }),
    removeText: call({ ...one, method: 'DELETE', summary: `Remove a ${noun} that is not published` }),
  };
}
