import { z } from 'zod';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { type Call, call, type Guard } from '../call.ts';
import { openProposal } from '../oversight/four-eyes.ts';
import {
  dataOf,
  id,
  idParams,
  NAME_CONTROLS,
  type pageMeta,
  pageOf,
  pageQuery,
  proposalDecision,
  time,
} from '../shapes.ts';
import { onSurface } from '../surface.ts';

/** One line that somebody typed. */
export const line = (max: 60 | 200 | 300, empty: MessageKey, surface: 'text' | 'name' = 'text') =>
  onSurface(
    surface,
    z
      .string()
      .trim()
      .min(1, empty)
      .max(max, messageKey('invalid.maximum_characters'))
      .refine((text) => !(surface === 'name' ? NAME_CONTROLS : /\p{Cc}/u).test(text), messageKey('invalid.one_line')),
  );

/** Lines as a form sends them, with one kind of line break. */
export const lines = (max: 4000 | 8000, empty: MessageKey) => markdownLines(max, empty, 'text');

/** The same for long texts of publishers. */
export const markdownLines = (max: number, empty: MessageKey, surface: 'text' | 'document' = 'document') =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      onSurface(
        surface,
        z
          .string()
          .min(1, empty)
          .max(max, messageKey('invalid.maximum_characters'))
          .refine((text) => !/[^\P{Cc}\n\t]/u.test(text), messageKey('content.control_characters')),
      ),
    );

export const language = onSurface('shaped', z.string().regex(/^[a-z]{2}$/, messageKey('account.locale_unknown')));

/** Words in other languages than the shop's default: all of them, or none. */
export const perLanguage = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .record(language, z.strictObject(fields))
    .refine((all) => Object.keys(all).length <= 20, messageKey('content.languages_too_many'));

/** Words with their translations, as staff reads them. */
export const inLanguages = <Fields extends z.ZodRawShape>(fields: Fields) => ({
  ...fields,
  translations: z.record(z.string(), z.object(fields)),
});

/** When something shows: a moment, `now`, or null for a draft. */
export const moment = z.union([z.null(), z.literal('now'), time], { error: messageKey('content.moment_wrong') });

const text = z.object({
  id,
  /** Words that the import guard isn't sure about wait for a second publisher; null while nothing waits. */
  proposal: openProposal.nullable(),
  state: z.enum(['draft', 'scheduled', 'published', 'ended']),
  created_at: time,
  updated_at: time,
});

/** What every text tells its editor, whatever its kind. */
export type EditedText = z.infer<typeof text>;

const saved = {
  id,
  /** null for what the shop wrote itself. */
  saved_by: z.object({ id, username: z.string() }).nullable(),
  saved_at: time,
};

/** Which words came and went in one field. */
const fieldChange = z.object({
  field: z.string(),
  /** null outside of translations. */
  locale: z.string().nullable(),
  parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() })),
});
export type FieldChange = z.infer<typeof fieldChange>;

const version = z.object({
  ...saved,
  /** The text that was saved: legal texts follow each other in rows of their own. */
  text_id: id,
  /** Names of the fields that differ from the version before. */
  fields: z.array(z.string()),
});
export type TextVersion = z.infer<typeof version>;

const comparison = z.object({
  ...saved,
  text_id: id,
  /** What it is compared with; null for the first version. */
  against: z.object(saved).nullable(),
  /** The version saved last, with which a restored one is compared. */
  is_latest: z.boolean(),
  changes: z.array(fieldChange),
});
export type VersionComparison = z.infer<typeof comparison>;

const changesSince = z.object({ saved_by: saved.saved_by, saved_at: time, changes: z.array(fieldChange) });
export type ChangesSince = z.infer<typeof changesSince>;

const versionParams = z.object({ id, version_id: id });
const versionQuery = z.object({
  /** The version before, or the one saved last. */
  against: z.enum(['before', 'latest']).optional(),
});
const restoreBody = z.strictObject({ read_at: time.optional() });

const decideBody = proposalDecision;

/** The ten calls for texts of one kind: `Text` is what the editor reads, `Body` what writes one. */
export interface EditorCalls<Text extends EditedText, Body> {
  listTexts: Call & { query: typeof query; reply: Shape<{ data: Text[]; meta: z.infer<typeof pageMeta> }> };
  getText: One & { reply: Shape<{ data: Text }> };
  writeText: Call & { body: Shape<Partial<Text>, Body>; reply: Shape<{ data: Text }> };
  changeText: One & { body: Shape<Change<Text>, Change<Body>>; reply: Shape<{ data: Text }> };
  removeText: One & { reply?: undefined };
  decideText: One & { body: typeof decideBody; reply: Shape<{ data: Text }> };
  listVersions: One & { query: typeof pages; reply: Shape<{ data: TextVersion[]; meta: z.infer<typeof pageMeta> }> };
  getVersion: Call & {
    params: typeof versionParams;
    query: typeof versionQuery;
    reply: Shape<{ data: VersionComparison }>;
  };
  restoreVersion: Call & {
    params: typeof versionParams;
    body: typeof restoreBody;
    reply: Shape<{ data: Text }>;
  };
  compareText: One & { query: typeof sinceQuery; reply: Shape<{ data: ChangesSince }> };
}

type One = Call & { params: typeof idParams };
type Shape<Parsed, Given = Parsed> = z.ZodType<Parsed, Given>;
/** `read_at` is the `updated_at` that was read: what somebody else changed since is not overwritten. */
type Change<Fields> = Partial<Fields> & { read_at?: string };

/** `state` sorts by its name, and a minus reverses the order. */
export const textSorts = ['state', '-state', 'updated_at', '-updated_at'] as const;

const pages = z.object(pageQuery);
const sinceQuery = z.object({ since: time });
const query = z.object({ sort: z.enum(textSorts).optional(), ...pageQuery });

interface Kind<Columns, Written, Initially> {
  path: string;
  /** One text of this kind, as summaries name it. */
  noun: string;
  /** Where texts may be longer than usual. */
  bodyLimitBytes?: number;
  /** What the editor reads beside the columns of every text. */
  columns: Columns;
  /** What the editor may change. */
  written: Written;
  /** The same fields where a new text may leave them out. */
  initially: Initially;
}

const guards: readonly Guard[] = ['auth', 'admin', 'role:publisher'];
const readers: readonly Guard[] = ['auth', 'admin', 'role:publisher,auditor'];

/** The calls by which staff edits texts of one kind. */
export function editorCalls<
  Columns extends z.ZodRawShape,
  Written extends z.ZodRawShape,
  Initially extends z.ZodRawShape,
>({ path, noun, bodyLimitBytes, columns, written, initially }: Kind<Columns, Written, Initially>) {
  const one = { path: `${path}/{id}`, guards, params: idParams };
  const saves = { holds: 'unsure' as const, ...(bodyLimitBytes !== undefined && { bodyLimitBytes }) };
  const reply = dataOf(text.extend(columns));
  return {
    listTexts: call({
      path,
      guards: readers,
      method: 'GET',
      summary: `Every ${noun}, whatever its state`,
      query,
      reply: pageOf(text.extend(columns)),
    }),
    getText: call({ ...one, guards: readers, method: 'GET', summary: `One ${noun} as it was written`, reply }),
    writeText: call({
      path,
      guards,
      ...saves,
      method: 'POST',
      summary: `Write a ${noun}`,
      body: z.object(written).extend(initially).strict(),
      reply,
      status: 201,
    }),
    changeText: call({
      ...one,
      ...saves,
      method: 'PATCH',
      summary: `Change, publish or take back a ${noun}`,
      body: z.object(written).partial().extend({ read_at: time.optional() }).strict(),
      reply,
    }),
    removeText: call({ ...one, method: 'DELETE', summary: `Remove a ${noun} that is not published` }),
    decideText: call({
      ...one,
      stepUp: 'always',
      method: 'POST',
      path: `${one.path}/decide`,
      summary: `Publish a ${noun} that waits for a second publisher, or leave it a draft; never by its proposer`,
      body: decideBody,
      reply,
    }),
    listVersions: call({
      ...one,
      guards: readers,
      method: 'GET',
      path: `${one.path}/versions`,
      summary: `Every version of a ${noun}, the latest first`,
      query: pages,
      reply: pageOf(version),
    }),
    getVersion: call({
      guards: readers,
      method: 'GET',
      path: `${one.path}/versions/{version_id}`,
      params: versionParams,
      summary: `What a version of a ${noun} changed, or what has changed since`,
      query: versionQuery,
      reply: dataOf(comparison),
    }),
    restoreVersion: call({
      guards,
      method: 'POST',
      path: `${one.path}/versions/{version_id}/restore`,
      params: versionParams,
      summary: `Save the words of an earlier version of a ${noun} as a new one`,
      body: restoreBody,
      reply,
      status: 201,
    }),
    compareText: call({
      ...one,
      guards: readers,
      method: 'GET',
      path: `${one.path}/changes`,
      summary: `What others have changed in a ${noun} since it was read`,
      query: sinceQuery,
      reply: dataOf(changesSince),
    }),
  };
}
