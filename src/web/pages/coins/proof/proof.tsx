import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPublishedSums } from '#contracts/coins/liabilities.ts';
import { readSumStatement } from '#contracts/coins/sum-statement.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OwnProof } from './own/own-proof.tsx';
import { readOwnProof } from './own/read-own-proof.ts';
import { PublishedSums } from './published-sums.tsx';
import { Reserves } from './reserves.tsx';
import { SignedText } from './signed-text.tsx';
import { TreePicture } from './tree-picture.tsx';
import '#web/styles/proof.css';

export const handle = title('proof.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const [sums, own] = await Promise.all([
    read({ context, url }, listPublishedSums, { query: pageQueryOf(url) }),
    readOwnProof({ context, url }),
  ]);
  return { sums, own };
}

export default function Proof() {
  const { t, money } = useI18n();
  const { sums, own } = useLoaderData<typeof loader>();
  const [newest] = sums.data;
  const stated = newest && readSumStatement(newest.statement);
  return (
    <div className="proof">
      <PageHead title={t('proof.title')} lead={t('proof.lead')} />
      {newest ? (
        <>
          <Facts
            facts={[
              { label: t('proof.total'), value: <b>{money(newest.total_cents)}</b> },
              { label: t('proof.at'), value: <Time at={newest.at} /> },
            ]}
          />
          <OwnProof own={own} listed={sums.data} />
        </>
      ) : (
        <Empty title={t('proof.none')}>{t('proof.none_more')}</Empty>
      )}
      <HowItWorks />
      {newest ? (
        <>
          {stated ? <Reserves reserves={stated.reserves} /> : null}
          <PublishedSums sums={sums.data} meta={sums.meta} />
          <SignedText sum={newest} />
        </>
      ) : null}
    </div>
  );
}

function HowItWorks() {
  const { t } = useI18n();
  return (
    <>
      <section className="stack" aria-labelledby="how">
        <h2 id="how">{t('proof.how')}</h2>
        <TreePicture />
        <ol className="proof-steps">
          <li>{t('proof.how.1')}</li>
          <li>{t('proof.how.2')}</li>
          <li>{t('proof.how.3')}</li>
          <li>{t('proof.how.4')}</li>
        </ol>
      </section>
      <section className="stack" aria-labelledby="limits">
        <h2 id="limits">{t('proof.limits')}</h2>
        <ul className="proof-steps">
          <li>{t('proof.limits.counted')}</li>
          <li>{t('proof.limits.coins')}</li>
          <li>{t('proof.limits.private')}</li>
        </ul>
      </section>
    </>
  );
}
