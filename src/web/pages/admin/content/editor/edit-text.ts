import { type ActionFunctionArgs, data } from 'react-router';
import type { EditedText } from '#contracts/editor-calls.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { done } from './done.ts';
import type { Kind, Values } from './kind.ts';
import { loadText } from './load-text.ts';

/** The action of an editor: preview, delete, save, or save and publish; then returns to the list. */
export function editText<Text extends EditedText, Body>(kind: Kind<Text, Body>) {
  const { path, calls, fields } = kind;
  return async (args: ActionFunctionArgs) => {
    const where = { context: args.context, url: args.url };
    const field = await readForm(args.request);
    const intent = field('intent');
    const read_at = field('read_at');
    const typed = Object.fromEntries(fields.map((name) => [name, field(name)])) as Values<Body>;
    const values = { ...typed, read_at };
    if (intent === 'preview') {
      const shown = await kind.preview?.(where, typed);
      if (shown && !shown.ok) return refused(shown.refusal, values);
      return data({ refusal: undefined, values, preview: { html: shown?.reply.html ?? '' } });
    }
    const { text } = await loadText(kind)(args);
    const params = text && { id: text.id };
    if (params && intent === 'remove') {
      const gone = await attempt(where, calls.removeText, { params });
      return gone.ok ? done(path, 'content.removed') : refused(gone.refusal, values);
    }
    const publish = intent === 'publish';
    const body = { ...kind.bodyOf(typed, text), ...(publish && kind.publish) };
    const saved = params
      ? await attempt(where, calls.changeText, { params, body: { ...body, read_at } })
      : await attempt(where, calls.writeText, { body });
    if (!saved.ok) return refused(saved.refusal, values);
    return done(path, publish ? 'content.published' : 'content.saved');
  };
}
