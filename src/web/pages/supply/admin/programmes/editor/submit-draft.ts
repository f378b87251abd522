import { type ActionFunctionArgs, href, redirect } from 'react-router';
import {
  beginProgrammeDraft,
  getProgrammeDraft,
  type ProgrammeDraft,
  saveProgrammeDraft,
} from '#contracts/supply/programme-drafts.ts';
import { getProgramme } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt, type Outcome, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { factsOf } from './facts-of.ts';
import { atFields, previewProgramme } from './preview-programme.ts';
import { type FormPage, pageAfter, partOf, pathOf } from './steps.ts';
import { likeValues, newValues, typedOver, type Values, valuesOf } from './values.ts';

/** The action of a page of a draft: saves what it says, and goes on to the page that was asked for. */
export async function submitDraft({ request, context, url, params }: ActionFunctionArgs, page: FormPage) {
  const field = await readForm(request);
  const where = { context, url };
  const id = params.id ?? null;
  const like = id ? null : url.searchParams.get('like');
  const values = typedOver(await valuesBefore(where, { id, like }), (name) => field.all(name)[0]);
  const intent = field('intent');
  if (intent === 'check') return previewProgramme(where, values, field('examples'));
  const [, asked] = /^to:(\w+)$/.exec(intent) ?? [];
  const facts = { ...factsOf(values, context.get(pageContext).locale), issuer_public_key: values.issuer_public_key };
  const { facts: said, clear } = partOf(page, facts, asked === undefined);
  const saved: Outcome<{ data: ProgrammeDraft }> = id
    ? await attempt(where, saveProgrammeDraft, {
        params: { id },
        body: { ...said, clear, revision: Number(field('revision')) },
      })
    : await attempt(where, beginProgrammeDraft, { body: { ...said, ...(like && { like }) } });
  if (!saved.ok) {
    // Whoever sends it again has read that somebody saved it meanwhile.
    const revision = id && saved.refusal.status === 409 ? await revisionOf(where, id) : field('revision');
    return refused(atFields(saved.refusal), { ...values, revision });
  }
  return goTo(asked ?? pageAfter(page), saved.reply.data.id);
}

const revisionOf = async (where: Where, id: string) =>
  String((await read(where, getProgrammeDraft, { params: { id } })).data.revision);

/** What the form said before somebody typed: of the draft, or of a new one. */
async function valuesBefore(where: Where, { id, like }: Record<'id' | 'like', string | null>): Promise<Values> {
  const { locale } = where.context.get(pageContext);
  if (id) return valuesOf((await read(where, getProgrammeDraft, { params: { id } })).data.facts, locale);
  if (like) return likeValues((await read(where, getProgramme, { params: { id: like } })).data, locale);
  return newValues;
}

function goTo(page: string, id: string): Response {
  if (page !== 'list') return redirect(pathOf(page, id));
  const said = flash({ type: 'success', title: message('programme_drafts.saved'), content: '' });
  return redirect(href('/admin/programmes'), { headers: { 'set-cookie': said } });
}
