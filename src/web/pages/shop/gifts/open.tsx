import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersFunction,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { openGift, previewGift, saveGift } from '#contracts/shop/gifts.ts';
import { messageKey } from '#i18n/message.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { drawCode } from '#web/pages/shop/orders/order/draw-code.ts';
import { attempt } from '#web/server/api.ts';
import {
  askingGiftCookie,
  endedGiftCookie,
  giftCookie,
  readGiftDevice,
  takesGiftCookie,
} from '#web/server/cookies/gift-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Opened } from './open/opened.tsx';
import { Wrapped } from './open/wrapped.tsx';
import '#web/styles/buying.css';
import '#web/styles/gift.css';

export const handle = title('gift.open_title');

export const headers: HeadersFunction = () => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** From whom it is and which card, before anybody presses; whether it can be opened at all. */
export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const token = url.searchParams.get('token') ?? '';
  if (!token) return { token, gift: null };
  const { secure } = context.get(pageContext);
  const device = deviceOf(request, { token, secure });
  const outcome = await attempt({ context, url }, previewGift, { body: { token, ...device } }, [422]);
  const gift = outcome.ok ? outcome.reply.data : null;
  if (gift?.state !== 'open') return { token, gift };
  return data({ token, gift }, { headers: { 'set-cookie': askingGiftCookie(token, secure) } });
}

/** Shows the code to whoever presses the button; mail scanners, which open links themselves, press none. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const token = field('token');
  const { secure } = context.get(pageContext);
  const device = deviceOf(request, { token, secure });
  const where = { context, url };
  if (field('intent') === 'saved' && device) {
    const outcome = await attempt(where, saveGift, { body: { token, ...device } });
    if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
    return data({ saved: true }, { headers: { 'set-cookie': endedGiftCookie(token, secure) } });
  }
  const outcome = await attempt(where, openGift, { body: { token, ...device } });
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  const { device: own, ...present } = outcome.reply.data;
  const barcode = await drawCode(present.programme.barcode, present.code);
  const returns = takesGiftCookie(request.headers.get('cookie'), token, secure);
  return data({ present, barcode, returns }, { headers: { 'set-cookie': giftCookie(token, own, secure) } });
}

function deviceOf(request: Request, { token, secure }: { token: string; secure: boolean }) {
  const device = readGiftDevice(request.headers.get('cookie'), token, secure);
  return device ? { device } : undefined;
}

const ended = {
  opened: messageKey('gift.link_used'),
  withdrawn: messageKey('gift.link_withdrawn'),
  expired: messageKey('gift.link_expired'),
  stopped: messageKey('gift.link_stopped'),
} as const;

export default function OpenGift() {
  const { t } = useI18n();
  const { token, gift } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  if (result && 'present' in result) return <Opened {...result} token={token} />;
  if (result && 'saved' in result)
    return (
      <div className="panel stack">
        <h1>{t('gift.saved_title')}</h1>
        <p>{t('gift.saved_more')}</p>
      </div>
    );
  if (!gift?.card)
    return (
      <div className="panel stack">
        <h1>{t('gift.open_title')}</h1>
        <p>{t(gift && gift.state !== 'open' ? ended[gift.state] : 'gift.link_wrong')}</p>
        {gift?.giver ? <p className="muted">{t('gift.ask_giver', { giver: gift.giver })}</p> : null}
      </div>
    );
  const again = gift.shown_until !== null;
  return (
    <Wrapped card={gift.card}>
      <FormErrors refusal={result?.refusal} />
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={token} />
        <Button size="large" wide busy={busy}>
          {t(again ? 'gift.open_again' : 'gift.open_submit')}
        </Button>
      </Form>
      <p className="small muted">
        {again ? (
          <FormattedMessage of="gift.again_more" parts={{ day: <Time at={gift.shown_until ?? ''} day /> }} />
        ) : (
          t('gift.open_lead')
        )}
      </p>
    </Wrapped>
  );
}
