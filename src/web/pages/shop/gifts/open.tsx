import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersFunction,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { openGift } from '#contracts/shop/gifts.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { drawCode } from '#web/pages/shop/orders/order/draw-code.ts';
import { SecretView } from '#web/pages/shop/orders/order/secret-view.tsx';
import { attempt } from '#web/server/api.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import '#web/styles/buying.css';

export const handle = title('gift.open_title');

export const headers: HeadersFunction = () => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** Shows the code to whoever presses the button; mail scanners, which open links themselves, press none. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, openGift, { body: { token: field('token') } });
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  const { data: present } = outcome.reply;
  return data({ present, barcode: await drawCode(present.programme.barcode, present.code) });
}

export default function OpenGift() {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const [query] = useSearchParams();
  const busy = useNavigation().state !== 'idle';
  if (result && 'present' in result) return <Present {...result} />;
  const token = query.get('token');
  return (
    <div className="panel stack">
      <h1>{t('gift.open_title')}</h1>
      {token ? (
        <Form method="post" className="stack">
          <p>{t('gift.open_lead')}</p>
          <FormErrors refusal={result?.refusal} />
          <input type="hidden" name="token" value={token} />
          <Button size="large" wide busy={busy}>
            {t('gift.open_submit')}
          </Button>
        </Form>
      ) : (
        <p>{t('gift.link_wrong')}</p>
      )}
    </div>
  );
}

type Opened = Extract<Awaited<ReturnType<typeof action>>['data'], { present: unknown }>;

function Present({ present, barcode }: Opened) {
  const { t } = useI18n();
  const { programme, code, pin, url } = present;
  return (
    <div className="panel stack present">
      <h1>{t('gift.open_title')}</h1>
      <Alert tone="warn">{t('gift.save_now')}</Alert>
      <CardFace {...present} programme={programme.name} theme={programme} />
      {present.message ? <p className="lines present-message">{present.message}</p> : null}
      <SecretView secret={{ code, pin, url, barcode }} />
      <div className="stack small muted">
        <FundsTerms funds={programme.funds} currency={present.currency} />
        <p className="lines">{programme.redemption_text}</p>
        <p>
          {present.expires_on ? (
            <FormattedMessage of="card.valid_until" parts={{ day: <Time at={present.expires_on} day /> }} />
          ) : (
            t('card.never_expires')
          )}{' '}
          <a href={programme.terms_url} rel="noreferrer noopener" target="_blank">
            {t('card.issuer_terms')}
          </a>
        </p>
      </div>
    </div>
  );
}
