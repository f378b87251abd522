import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getOperator } from '#contracts/office/tax.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { LegalPage } from './text/legal-page.tsx';
import { loadLegal } from './text/load-legal.ts';

export const handle = title('legal.imprint');

const loadText = loadLegal('imprint');

export async function loader(where: LoaderFunctionArgs) {
  const [text, { data }] = await Promise.all([loadText(where), read(where, getOperator)]);
  return { text, operator: data };
}

/** The operator's text, who they are by law, and the point of contact that the Digital Services Act wants, whatever that text says. */
export default function Imprint() {
  const { t, country } = useI18n();
  const { text, operator } = useLoaderData<typeof loader>();
  return (
    <>
      <LegalPage text={text} title={t('legal.imprint')} />
      {operator ? (
        <Facts
          facts={[
            { label: t('operator.legal_name'), value: operator.legal_name },
            {
              label: t('document.address'),
              value: `${operator.street}, ${operator.postal_code} ${operator.city}, ${country(operator.country)}`,
            },
            operator.vat_id !== null && { label: t('operator.vat_id'), value: operator.vat_id },
          ]}
        />
      ) : null}
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
