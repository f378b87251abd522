import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { LegalPage } from './text/legal-page.tsx';
import { loadLegal } from './text/load-legal.ts';

export const handle = title('legal.imprint');
export const loader = loadLegal('imprint');

/** The operator's text, and the point of contact that the Digital Services Act wants, whatever that text says. */
export default function Imprint() {
  const { t } = useI18n();
  return (
    <>
      <LegalPage text={useLoaderData<typeof loader>()} title={t('legal.imprint')} />
      <section className="stack" aria-labelledby="contact">
        <h2 id="contact">{t('legal.contact')}</h2>
        <p>
          <FormattedMessage
            of="legal.contact_more"
            parts={{ write: <Link to={href('/support/guest')} />, report: <Link to={href('/support/report')} /> }}
          />
        </p>
      </section>
    </>
  );
}
