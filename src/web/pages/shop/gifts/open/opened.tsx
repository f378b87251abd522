import { Form, useNavigation } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import type { openGift } from '#contracts/shop/gifts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Barcode } from '#web/pages/shop/orders/order/draw-code.ts';
import { SecretView } from '#web/pages/shop/orders/order/secret-view.tsx';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Wrapped } from './wrapped.tsx';

interface Props {
  token: string;
  present: Omit<Reply<typeof openGift>['data'], 'device'>;
  barcode: Barcode | null;
  /** This browser can show the code again. */
  returns: boolean;
}

/** An opened gift with its code, until its recipient says that the code is saved. */
export function Opened({ token, present, barcode, returns }: Props) {
  const { t } = useI18n();
  const { programme, code, pin, url } = present;
  return (
    <div className="present">
      <Wrapped card={present}>
        <SecretView secret={{ code, pin, url, barcode }} />
        {returns ? <Keep token={token} until={present.shown_until} /> : <p>{t('gift.save_only')}</p>}
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
      </Wrapped>
    </div>
  );
}

/** Until when the code can be shown again, and the end of that. */
function Keep({ token, until }: { token: string; until: string }) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="stack">
      <input type="hidden" name="token" value={token} />
      <p className="small">
        <FormattedMessage of="gift.save_now" parts={{ day: <Time at={until} day /> }} />
      </p>
      <div>
        <Button name="intent" value="saved" variant="secondary" busy={busy}>
          {t('gift.saved')}
        </Button>
      </div>
    </Form>
  );
}
