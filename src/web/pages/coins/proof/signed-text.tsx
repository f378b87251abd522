import type { PublishedSum } from '#contracts/coins/liabilities.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Copyable } from '#web/ui/controls/copyable.tsx';

/** What was signed, for whoever checks by other means. */
export function SignedText({ sum: { statement, digest, signature, public_key } }: { sum: PublishedSum }) {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('proof.signed_text')}</summary>
      <div className="stack">
        <pre className="proof-code">{statement}</pre>
        <Copyable label={t('proof.digest')} value={digest} brief />
        <Copyable label={t('proof.signature')} value={signature} brief />
        <Copyable label={t('proof.public_key')} value={public_key} brief />
      </div>
    </details>
  );
}
