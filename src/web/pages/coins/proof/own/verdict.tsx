import { useEffect, useState } from 'react';
import type { BalanceProof, PublishedSum } from '#contracts/coins/liabilities.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { checkProof, type ProofVerdict } from '../check/check-proof.ts';
import { isPublished } from '../check/is-published.ts';
import { readSeen } from '../check/seen-sum.ts';

interface Props {
  sum: PublishedSum;
  proof: BalanceProof;
  owner_id: string;
  /** What everybody is shown. */
  listed: readonly PublishedSum[];
}

/** What this browser worked out about a proof. */
export function Verdict({ sum, proof, owner_id, listed }: Props) {
  const { t } = useI18n();
  const [verdict, setVerdict] = useState<ProofVerdict | 'insecure' | null>(null);
  useEffect(() => {
    if (!window.isSecureContext) return setVerdict('insecure');
    void checkProof(sum, proof, owner_id).then((found) =>
      setVerdict(isPublished(sum, listed, readSeen()) ? found : { ...found, fault: found.fault ?? 'another' }),
    );
  }, [sum, proof, owner_id, listed]);
  if (verdict === null) return <p className="proof-checking muted">{t('proof.checking')}</p>;
  if (verdict === 'insecure') return <Alert tone="warn">{t('proof.insecure')}</Alert>;
  if (verdict.fault !== null) {
    return (
      <Alert tone="bad">
        <b>{t(`proof.fault.${verdict.fault}`)}</b> {t('proof.fault_next')}
      </Alert>
    );
  }
  const said = { balance: { cents: proof.cents }, time: { at: sum.at }, total: { cents: sum.total_cents } };
  return (
    <>
      <Alert tone="good">{t('proof.proven', said)}</Alert>
      {verdict.signature_checked ? null : <Alert tone="warn">{t('proof.signature_unchecked')}</Alert>}
    </>
  );
}
