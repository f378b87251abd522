import { useEffect, useState } from 'react';
import { href } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import type { listPublishedSums, PublishedSum } from '#contracts/coins/liabilities.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { type ChainVerdict, checkChain } from './check/check-chain.ts';
import { readSeen, storeSeen } from './check/seen-sum.ts';

interface Props {
  sums: readonly PublishedSum[];
  meta: Reply<typeof listPublishedSums>['meta'];
}

export function PublishedSums({ sums, meta }: Props) {
  const { t, money, number } = useI18n();
  const signedIn = Boolean(useRootData()?.user);
  const columns: Column<PublishedSum>[] = [
    { key: 'number', header: t('proof.number'), priority: 'lead', cell: (sum) => number(sum.number) },
    { key: 'at', header: t('proof.at'), cell: ({ at }) => <Time at={at} /> },
    { key: 'digest', header: t('proof.digest'), cell: ({ digest }) => <code>{digest.slice(0, 16)}</code> },
    { key: 'total', header: t('proof.total'), align: 'end', priority: 'side', cell: (sum) => money(sum.total_cents) },
  ];
  const own: Column<PublishedSum> = {
    key: 'own',
    header: t('proof.own'),
    cell: (sum) =>
      sum.provable ? (
        <Link to={`${href('/proof')}?page=${meta.current_page}&number=${sum.number}#own`}>{t('proof.check_own')}</Link>
      ) : null,
  };
  return (
    <section className="stack" aria-labelledby="published">
      <h2 id="published">{t('proof.published')}</h2>
      <Chain sums={sums} newest={meta.current_page === 1} />
      <Table
        caption={t('proof.published')}
        columns={signedIn ? [...columns, own] : columns}
        rows={sums}
        keyOf={(sum) => String(sum.number)}
        empty={null}
      />
      <Pagination meta={meta} />
    </section>
  );
}

/** Whether the sums of this page follow each other, and the newest is no other than this browser saw. */
function Chain({ sums, newest }: { sums: readonly PublishedSum[]; newest: boolean }) {
  const { t } = useI18n();
  const [verdict, setVerdict] = useState<ChainVerdict | null>(null);
  useEffect(() => {
    if (!window.isSecureContext) return;
    void checkChain(sums, newest ? readSeen() : null).then((found) => {
      setVerdict(found);
      if (found.broken_at === null && newest && sums[0]) storeSeen(sums[0]);
    });
  }, [sums, newest]);
  if (!verdict) return null;
  if (verdict.broken_at === null) return <p>{t('proof.chain_holds', { count: sums.length })}</p>;
  return <Alert tone="bad">{t('proof.chain_broken', { number: verdict.broken_at })}</Alert>;
}
