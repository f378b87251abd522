import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { editProgramme } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { factsOf } from './facts-of.ts';
import { atFields, previewProgramme } from './preview-programme.ts';
import { emptyValues, typedOver } from './values.ts';

/** The action of the form for a new version: shows the mask and the card as they would be, or proposes it. */
export async function submitVersion({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = typedOver(emptyValues, (name) => field.all(name)[0]);
  const where = { context, url };
  if (field('intent') === 'check') return previewProgramme(where, values, field('examples'));
  const id = params.id ?? '';
  const evidence_ref = field('evidence_ref') || null;
  const sent = await attempt(where, editProgramme, {
    params: { id },
    body: {
      ...factsOf(values, context.get(pageContext).locale),
      evidence_ref,
      adapter_secret: field('adapter_secret') || null,
    },
  });
  if (!sent.ok) return refused(atFields(sent.refusal), { ...values, evidence_ref: field('evidence_ref') });
  const said = flash({ type: 'success', title: message('programmes.proposed'), content: '' });
  return redirect(href('/admin/programmes/:id', { id }), { headers: { 'set-cookie': said } });
}
