import {
  type ActionFunctionArgs,
  data,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import {
  type Branding,
  getBranding,
  LOGO_LIMIT_BYTES,
  removeLogo,
  saveBranding,
  saveLogo,
} from '#contracts/messages/branding.ts';
import { message } from '#i18n/message.ts';
import { readForm, refusedField } from '#web/forms/form-data.ts';
import { readFormFile } from '#web/forms/read-form-file.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, type Refusal, read, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { BrandingPreview } from './branding-preview.tsx';
import { LogoForm } from './logo-form.tsx';

export const handle = title('branding.title');

const fields = ['name', 'accent_light', 'accent_dark', 'footer', 'mail_header'] as const;

export async function loader({ context, url }: LoaderFunctionArgs) {
  return (await read({ context, url }, getBranding)).data;
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  if (isMultipart(request)) return takeLogo(request, { context, url });
  const field = await readForm(request);
  const values = Object.fromEntries(fields.map((name) => [name, field(name)])) as Branding;
  if (field('intent') === 'remove-logo') {
    const removed = await attempt({ context, url }, removeLogo);
    return removed.ok ? done('branding.logo_removed') : refusedLogo(removed.refusal);
  }
  if (field('intent') === 'preview') return data({ values, refusal: undefined });
  const outcome = await attempt({ context, url }, saveBranding, { body: values });
  if (!outcome.ok) return data({ values, refusal: outcome.refusal }, { status: outcome.refusal.status });
  return done('branding.saved');
}

const isMultipart = (request: Request) =>
  request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;

async function takeLogo(request: Request, where: Where) {
  const file = await readFormFile(request, 'logo', { limitBytes: LOGO_LIMIT_BYTES });
  if (!file) return refusedLogo(refusedField('logo', message('branding.logo_missing')));
  const outcome = await attempt(where, saveLogo, { body: file.body });
  return outcome.ok ? done('branding.logo_saved') : refusedLogo(outcome.refusal);
}

const refusedLogo = (refusal: Refusal) => data({ values: undefined, refusal }, { status: refusal.status });

function done(said: 'branding.saved' | 'branding.logo_saved' | 'branding.logo_removed') {
  const toast = flash({ type: 'success', title: message(said), content: '' });
  return redirect(href('/admin/branding'), { headers: { 'set-cookie': toast } });
}

export default function BrandingPage() {
  const { t } = useI18n();
  const saved = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const values = result?.values ?? saved;
  const refusal = result?.values ? result.refusal : undefined;
  const errors = refusal?.errors ?? {};
  const may = useRootData()?.user?.roles.includes('publisher') ?? false;
  const typed = (name: (typeof fields)[number]) => ({
    name,
    defaultValue: values[name],
    errors: errors[name],
    readOnly: !may,
    autoComplete: 'off',
  });
  return (
    <div className="reading stack">
      <PageHead title={t('branding.title')} lead={t('branding.lead')} />
      <Form method="post" className="panel stack" noValidate>
        <FormErrors refusal={refusal} fields={fields} />
        <Field {...typed('name')} label={t('branding.name')} maxLength={60} required />
        <Field
          {...typed('accent_light')}
          label={t('branding.accent_light')}
          hint={t('branding.accent_hint')}
          required
        />
        <Field {...typed('accent_dark')} label={t('branding.accent_dark')} required />
        <Field {...typed('footer')} label={t('branding.footer')} maxLength={200} />
        <Field {...typed('mail_header')} label={t('branding.mail_header')} maxLength={200} />
        {may ? (
          <div className="row">
            <Button name="intent" value="save" busy={busy}>
              {t('form.save')}
            </Button>
            <Button variant="secondary" name="intent" value="preview" busy={busy}>
              {t('branding.preview')}
            </Button>
          </div>
        ) : null}
      </Form>
      <LogoForm logo={saved.logo} may={may} refusal={result?.values ? undefined : result?.refusal} />
      <BrandingPreview {...values} />
    </div>
  );
}
