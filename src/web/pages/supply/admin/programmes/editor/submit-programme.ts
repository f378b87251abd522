import { type ActionFunctionArgs, data, href, redirect } from 'react-router';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import { checkMask, editProgramme, proposeProgramme } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt, type Refusal } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { factsOf, fieldOfError, maskOf } from './facts-of.ts';
import { fieldNames, type Values } from './values.ts';

/** The form's action: shows the mask and the card as they would be, or proposes a programme or a new version of one. */
export async function submitProgramme({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = Object.fromEntries(fieldNames.map((name) => [name, field(name)])) as Values;
  const where = { context, url };
  if (field('intent') === 'check') {
    const network = values.network as NewProgramme['network'];
    const checked = await attempt(where, checkMask, { body: { code_format: maskOf(values), network } });
    if (!checked.ok) return refused(atFields(checked.refusal), values);
    return data({ refusal: undefined, values, mask: checked.reply.data });
  }
  const { id } = params;
  const facts = factsOf(values, context.get(pageContext).locale);
  const body = { ...facts, adapter_secret: field('adapter_secret') || null };
  const sent = id
    ? await attempt(where, editProgramme, {
        params: { id },
        body: { ...body, evidence_ref: facts.evidence_ref || null },
      })
    : await attempt(where, proposeProgramme, { body: { ...body, issuer_public_key: values.issuer_public_key } });
  if (!sent.ok) return refused(atFields(sent.refusal), values);
  const said = flash({ type: 'success', title: message('programmes.proposed'), content: '' });
  const to = href('/admin/programmes/:id', { id: sent.reply.data.id });
  return redirect(to, { headers: { 'set-cookie': said } });
}

/** The API names facts; the form has a field or more for each. */
function atFields(refusal: Refusal): Refusal {
  const errors = Object.entries(refusal.errors).map(([name, texts]) => [fieldOfError[name] ?? name, texts]);
  return { ...refusal, errors: Object.fromEntries(errors) };
}
