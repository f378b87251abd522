import { data } from 'react-router';
import { refused } from '#web/forms/form-data.ts';
import type { Outcome } from '#web/server/api.ts';
import { done } from './done.ts';

interface Edited<Field extends string, Text extends { id: string }> {
  list: string;
  fields: readonly Field[];
  /** The text that the form is about, null for a new one. */
  find(): Promise<Text | null>;
  remove(id: string): Promise<Outcome<unknown>>;
  save(
    values: Record<Field, string>,
    text: Text | null,
    how: { publish: boolean; read_at: string },
  ): Promise<Outcome<unknown>>;
  /** What a preview needs beside the values. */
  preview?(values: Record<Field, string>): Promise<Outcome<{ html?: string }>>;
}

/** The action of an editor: preview, remove, save, or save and publish; then back to the list. */
export async function editText<Field extends string, Text extends { id: string }>(
  field: (name: string) => string,
  { list, fields, find, remove, save, preview }: Edited<Field, Text>,
) {
  const intent = field('intent');
  const read_at = field('read_at');
  const typed = Object.fromEntries(fields.map((name) => [name, field(name)])) as Record<Field, string>;
  const values = { ...typed, read_at };
  if (intent === 'preview') {
    const shown: Outcome<{ html?: string }> = preview ? await preview(typed) : { ok: true, reply: {} };
    return shown.ok ? data({ refusal: undefined, values, preview: shown.reply }) : refused(shown.refusal, values);
  }
  const text = await find();
  if (text && intent === 'remove') {
    const gone = await remove(text.id);
    return gone.ok ? done(list, 'texts.removed') : refused(gone.refusal, values);
  }
  const publish = intent === 'publish';
  const saved = await save(typed, text, { publish, read_at });
  if (!saved.ok) return refused(saved.refusal, values);
  return done(list, publish ? 'texts.published' : 'texts.saved');
}
