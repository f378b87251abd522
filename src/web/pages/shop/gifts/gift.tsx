import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getGift } from '#contracts/shop/gifts.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Present, withQr } from './present.tsx';
import '#web/styles/buying.css';

export const handle = title('gift.title');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data: gift } = await read({ context, url }, getGift, { params: { id: params.id ?? '' } });
  return { gift: withQr(gift, context.get(pageContext).now) };
}

export default function Gift() {
  const { t } = useI18n();
  const { gift } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack sheet">
      <PageHead title={t('gift.title')}>
        <div className="row no-print">
          <Link to={href('/orders/:id', { id: gift.order_id })}>{t('gift.order')}</Link>
          <PrintButton />
        </div>
      </PageHead>
      <Present gift={gift} />
      <p className="small muted no-print">{t('gift.keep_link')}</p>
    </div>
  );
}
