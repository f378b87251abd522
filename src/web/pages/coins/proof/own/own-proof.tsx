import { href, useLocation } from 'react-router';
import type { OwnProof as Own, PublishedSum } from '#contracts/coins/liabilities.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import script from './check-proof.py?url';
import type { ReadProof } from './read-own-proof.ts';
import { Verdict } from './verdict.tsx';

/** Checks the reader's own balance, or says what is missing for that. */
export function OwnProof({ own, listed }: { own: ReadProof | null; listed: readonly PublishedSum[] }) {
  const { t, formatMessage } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="own">
      <h2 id="own">{t('proof.own')}</h2>
      {own === null ? (
        <SignIn />
      ) : 'refusal' in own ? (
        <Alert tone="warn">{formatMessage(own.refusal.message)}</Alert>
      ) : (
        <Checked own={own} listed={listed} />
      )}
    </section>
  );
}

function SignIn() {
  const { pathname, search } = useLocation();
  const to = `${href('/login')}?${new URLSearchParams({ next: pathname + search })}`;
  return (
    <p>
      <FormattedMessage of="proof.sign_in" parts={{ link: <Link to={to} /> }} />
    </p>
  );
}

function Checked({ own: { sum, proof }, listed }: { own: Own; listed: readonly PublishedSum[] }) {
  const { t } = useI18n();
  const owner_id = useRootData()?.user?.id;
  if (!sum || !owner_id) return null;
  return (
    <>
      {proof ? (
        <>
          <Verdict key={sum.number} sum={sum} proof={proof} owner_id={owner_id} listed={listed} />
          <noscript>
            <p>{t('proof.no_script')}</p>
          </noscript>
          <p className="small muted">
            <FormattedMessage of="proof.compare" parts={{ link: <Link to={href('/billing/statements')} /> }} />
          </p>
        </>
      ) : (
        <p>{t('proof.no_balance', { number: sum.number, time: { at: sum.at } })}</p>
      )}
      <p className="row">
        <a href={`${href('/proof/file')}?number=${sum.number}`} download>
          {t('proof.download')}
        </a>
        <a href={script} download="check-proof.py">
          {t('proof.script')}
        </a>
      </p>
    </>
  );
}
