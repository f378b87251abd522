import type { ActionFunctionArgs } from 'react-router';
import type { EditedText } from '#contracts/content/editor-calls.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { done } from './done.ts';
import type { Kind } from './kind.ts';

/** The action of a list: publishes or unpublishes an item. */
export function publishText<Text extends EditedText, Body>(kind: Kind<Text, Body>) {
  return async ({ request, context, url }: ActionFunctionArgs) => {
    const where = { context, url };
    const field = await readForm(request);
    const params = { id: field('id') };
    const found = await attempt(where, kind.calls.getText, { params });
    if (!found.ok) return refused(found.refusal, {});
    const publishing = field('intent') === 'publish';
    const ended = found.reply.data.state === 'ended';
    const body = publishing ? { ...kind.publish, ...(ended && kind.publishAgain) } : kind.takeBack;
    const outcome = await attempt(where, kind.calls.changeText, { params, body });
    if (!outcome.ok) return refused(outcome.refusal, {});
    // The page and order of the list stay.
    if (publishing && outcome.reply.data.proposal) return done(kind.path + url.search, 'content.held');
    return done(kind.path + url.search, publishing ? 'content.published' : 'content.taken_back');
  };
}
