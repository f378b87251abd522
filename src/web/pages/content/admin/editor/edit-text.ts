import { type ActionFunctionArgs, data } from 'react-router';
import type { ChangesSince, EditedText } from '#contracts/content/editor-calls.ts';
import { LONG_FORM_BYTES, readForm, refused } from '#web/forms/form-data.ts';
import { attempt, type Refusal, read, type Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { fieldIn, others } from '../translations/languages.ts';
import { previewFields } from '../translations/preview-fields.ts';
import { done } from './done.ts';
import type { Kind, Values } from './kind.ts';
import { loadText } from './load-text.ts';

/** The action of an editor: preview, delete, save, or save and publish; then returns to the list. */
export function editText<Text extends EditedText, Body>(kind: Kind<Text, Body>) {
  const { path, calls } = kind;
  return async (args: ActionFunctionArgs) => {
    const where = { context: args.context, url: args.url };
    const field = await readForm(args.request, LONG_FORM_BYTES);
    const intent = field('intent');
    const typed = typedIn(kind, field);
    // Saved in spite of what somebody else changed, which the page has shown.
    const read_at = (intent === 'over' && field('over')) || field('read_at');
    const values = { ...typed, read_at: field('read_at') };
    if (intent === 'preview') {
      const shown = await previewFields(where, markdownIn(kind, typed));
      if (!shown.ok) return refused(shown.refusal, values);
      return data({ refusal: undefined, values, preview: shown.reply });
    }
    const { text } = await loadText(kind)(args);
    const params = text && { id: text.id };
    if (params && intent === 'remove') {
      const gone = await attempt(where, calls.removeText, { params });
      return gone.ok ? done(path, 'content.removed') : refused(gone.refusal, values);
    }
    if (params && field('decision')) {
      const decision = field('decision') === 'approve' ? ('approved' as const) : ('rejected' as const);
      const verdict = { proposal_id: field('proposal_id'), decision, reason: field('reason') };
      const decided = await attempt(where, calls.decideText, { params, body: verdict });
      const typedDecision = { decision: field('decision'), reason: verdict.reason };
      return decided.ok
        ? done(path, `approvals.decided.${decisionOf(decision)}`)
        : refused(decided.refusal, typedDecision);
    }
    const publish = intent === 'publish';
    const zone = args.context.get(pageContext).time_zone;
    const body = { ...kind.bodyOf(typed, { text, zone }), ...(publish && kind.publish) };
    const saved = params
      ? await attempt(where, calls.changeText, { params, body: { ...body, read_at } })
      : await attempt(where, calls.writeText, { body });
    if (saved.ok && saved.reply.data.proposal) return done(path, 'content.held');
    if (saved.ok) return done(path, publish ? 'content.published' : 'content.saved');
    if (!text || saved.refusal.status !== 409) return refused(saved.refusal, values);
    return conflicting(where, kind, { refusal: saved.refusal, values, text, read_at });
  };
}

const decisionOf = (decision: 'approved' | 'rejected') => (decision === 'approved' ? 'approve' : 'reject');

function typedIn<Text extends EditedText, Body>(
  { fields, translated, lists = [] }: Kind<Text, Body>,
  field: Awaited<ReturnType<typeof readForm>>,
): Values<Body> {
  const translations = others.flatMap((locale) => translated.map((name) => fieldIn(locale, name)));
  const typed = [...fields, ...translations].map((name) => [name, field(name)] as const);
  const listed = lists.map((name) => [name, field.all(name).join(',')] as const);
  return Object.fromEntries([...typed, ...listed]) as Values<Body>;
}

function markdownIn<Text extends EditedText, Body>({ markdown, translated }: Kind<Text, Body>, typed: Values<Body>) {
  if (!markdown) return [];
  const names = translated.includes(markdown) ? others.map((locale) => fieldIn(locale, markdown)) : [];
  return [markdown, ...names].map((name) => [name, typed[name] ?? ''] as const);
}

interface Refused<Text> {
  refusal: Refusal;
  values: Record<string, string>;
  text: Text;
  read_at: string;
}

/** What the editor shows beside what was typed; saving over it confirms that it was read. */
export interface Conflict extends ChangesSince {
  over: string;
}

async function conflicting<Text extends EditedText, Body>(
  where: Where,
  { calls }: Kind<Text, Body>,
  { refusal, values, text, read_at }: Refused<Text>,
) {
  const { data: since } = await read(where, calls.compareText, { params: { id: text.id }, query: { since: read_at } });
  const conflict: Conflict = { ...since, over: text.updated_at };
  return data({ refusal, values, conflict }, { status: refusal.status });
}
