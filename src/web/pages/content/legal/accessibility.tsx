import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { LegalPage } from './text/legal-page.tsx';
import { loadLegal } from './text/load-legal.ts';

export const handle = title('legal.accessibility');
export const loader = loadLegal('accessibility');

export default function Accessibility() {
  const { t } = useI18n();
  return (
    <>
      <LegalPage text={useLoaderData<typeof loader>()} title={t('legal.accessibility')} />
      <p>
        <FormattedMessage of="legal.barrier" parts={{ link: <Link to={href('/support/guest')} /> }} />
      </p>
    </>
  );
}
