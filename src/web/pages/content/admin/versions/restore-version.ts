import type { ActionFunctionArgs } from 'react-router';
import type { EditedText } from '#contracts/content/editor-calls.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { done } from '../editor/done.ts';
import type { Kind } from '../editor/kind.ts';

/** The action of a page of versions: restores one, and opens the text that came of it. */
export function restoreVersion<Text extends EditedText, Body>({ calls, path }: Kind<Text, Body>) {
  return async ({ request, context, url, params: { id = '' } }: ActionFunctionArgs) => {
    const field = await readForm(request);
    const params = { id, version_id: field('version') };
    const body = { read_at: field('read_at') };
    const outcome = await attempt({ context, url }, calls.restoreVersion, { params, body });
    if (!outcome.ok) return refused(outcome.refusal, {});
    return done(`${path}/${outcome.reply.data.id}`, 'content.restored');
  };
}
