import type { ActionFunctionArgs } from 'react-router';
import { href, redirect } from 'react-router';
import { LONG_FORM_BYTES, readForm } from '#web/forms/form-data.ts';
import { previewFields } from './translations/preview-fields.ts';

export const loader = () => redirect(href('/admin'));

/** Called by editors while one types: Markdown of one field, as it will look. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request, LONG_FORM_BYTES);
  const shown = await previewFields({ context, url }, [['html', field('markdown')]]);
  if (!shown.ok) return new Response(null, { status: shown.refusal.status });
  return Response.json({ html: shown.reply.html ?? '' });
}
