import { type ChangeEvent, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { LOGO_LIMIT_BYTES, type Logo } from '#contracts/messages/branding.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { LogoSamples } from './logo-samples.tsx';

interface Props {
  logo: Logo | null;
  may: boolean;
  refusal: Refusal | undefined;
}

/** The logo as it is on light and on dark pages, and a plain form that uploads another one. */
export function LogoForm({ logo, may, refusal }: Props) {
  const { t, number } = useI18n();
  const chosen = useChosen();
  const navigation = useNavigation();
  const sending = navigation.formEncType === 'multipart/form-data';
  const removing = navigation.formData?.get('intent') === 'remove-logo';
  return (
    <section className="panel stack" aria-labelledby="logo-title">
      <h2 id="logo-title">{t('branding.logo')}</h2>
      {chosen.src || logo ? (
        <LogoSamples logo={logo} chosen={chosen.src} />
      ) : (
        <p className="muted">{t('branding.no_logo')}</p>
      )}
      {may ? (
        <Form method="post" encType="multipart/form-data" className="stack" noValidate>
          <FormErrors refusal={refusal} fields={['logo']} />
          <Field
            name="logo"
            label={t('branding.logo_file')}
            hint={t('branding.logo_hint', { kilobytes: number(LOGO_LIMIT_BYTES / 1024) })}
            type="file"
            accept=".png,image/png"
            required
            errors={refusal?.errors.logo}
            onChange={chosen.read}
          />
          <p>
            <Button busy={sending}>{t('branding.logo_upload')}</Button>
          </p>
        </Form>
      ) : null}
      {may && logo ? (
        <Form method="post">
          <Button name="intent" value="remove-logo" variant="danger" busy={removing}>
            {t('branding.logo_remove')}
          </Button>
        </Form>
      ) : null}
    </section>
  );
}

/** Shows a chosen file before it is sent; without JavaScript the page shows it afterwards. */
function useChosen() {
  const [src, setSrc] = useState<string | null>(null);
  const read = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0];
    if (!file) return setSrc(null);
    const reader = new FileReader();
    reader.onload = () => setSrc(String(reader.result));
    reader.readAsDataURL(file);
  };
  return { src, read };
}
