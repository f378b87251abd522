import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getLegalVersion } from '#contracts/content/content.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { LegalPage } from './text/legal-page.tsx';

export const handle = title('legal.terms');

export async function loader({ context, url, params: { id = '' } }: LoaderFunctionArgs) {
  return (await read({ context, url }, getLegalVersion, { params: { kind: 'terms', id } })).data;
}

/** A version of the terms at its own address, for good: whoever accepted it can read it again. */
export default function TermsVersion() {
  const { t } = useI18n();
  const text = useLoaderData<typeof loader>();
  return (
    <LegalPage text={text} title={t('legal.terms')}>
      {text.in_force ? null : (
        <Alert tone="info">
          <FormattedMessage of="legal.not_in_force" parts={{ link: <Link to={href('/terms')} /> }} />
        </Alert>
      )}
    </LegalPage>
  );
}
