import type { ReactNode } from 'react';
import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paymentOptions } from '#contracts/coins/payments.ts';
import { getActivation } from '#contracts/identity/auth.ts';
import { getCartLimits } from '#contracts/shop/cart.ts';
import { readForm } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateWhileOffline } from '#web/live/use-revalidate-while-offline.ts';
import { attempt, read } from '#web/server/api.ts';
import { readReturnPath } from '#web/server/cookies/return-path-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageAskedFor } from '#web/server/safe-redirect.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Icon } from '#web/ui/display/icon.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { confirmEmail } from './activation/confirm-email.ts';
import { ConfirmForms } from './activation/confirm-forms.tsx';
import { PaymentForm } from './add-funds/payment-form.tsx';

export const handle = title('activation.title');

export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { demo } = context.get(pageContext);
  const return_path = pageAskedFor(readReturnPath(request.headers.get('cookie'), context.get(pageContext).secure));
  const [state, options, cart] = await Promise.all([
    read(where, getActivation),
    read(where, paymentOptions),
    // Where the catalogue isn't public, an account that isn't active yet has no cart.
    attempt(where, getCartLimits, {}, [403]),
  ]);
  const cart_cents = cart.ok ? cart.reply.data.add_cents : 0;
  return data({
    ...state.data,
    offered: options.data.offered,
    demo,
    return_path,
    wished_cents: wishedCents(url) ?? (return_path ? wishedCents(new URL(return_path, url)) : undefined) ?? cart_cents,
    payment_key: crypto.randomUUID(),
  });
}

/** What the purchase costs that somebody was about to make. Only a suggestion: they see the amount and may change it. */
function wishedCents({ searchParams }: URL): number | undefined {
  const cents = searchParams.get('total_cents') ?? '';
  return /^\d{1,7}$/.test(cents) ? Number(cents) : undefined;
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  return confirmEmail({ context, url }, await readForm(request), href('/activation'));
}

export default function Activation() {
  const { t } = useI18n();
  const state = useLoaderData<typeof loader>();
  useRevalidateWhileOffline(!state.active, 5000);
  if (state.active) return <Active return_path={state.return_path} />;
  const missing_cents = Math.max(0, state.minimum_cents - state.topped_up_cents);
  return (
    <div className="reading stack">
      <PageHead title={t('activation.heading')} lead={t('activation.lead')} />
      <ol className="panel steps">
        <Step done={state.email_verified} title={t('activation.confirm')}>
          <ConfirmForms demo={state.demo} />
        </Step>
        <Step done={state.terms_accepted} title={t('activation.terms')}>
          <p>{t('activation.terms_more')}</p>
        </Step>
        {state.minimum_cents ? (
          <Step
            done={missing_cents === 0}
            title={t('activation.add_minimum', { amount: { cents: state.minimum_cents } })}
          >
            <p>
              {t('activation.yours')}
              {state.topped_up_cents ? ` ${t('activation.to_go', { amount: { cents: missing_cents } })}` : null}
            </p>
            <PaymentForm
              offered={state.offered}
              amount={Math.max(missing_cents, state.wished_cents - state.topped_up_cents)}
              payment_key={state.payment_key}
            />
          </Step>
        ) : null}
      </ol>
    </div>
  );
}

/** Nothing is due, whatever other accounts need: one may have been activated without a top-up. */
function Active({ return_path }: { return_path: string | null }) {
  const { t } = useI18n();
  return (
    <div className="reading">
      <PageHead title={t('activation.active')} lead={t('activation.active_more')}>
        <ButtonLink to={return_path ?? href('/cards')}>
          {t(return_path ? 'activation.go_on' : 'cards.browse')}
        </ButtonLink>
      </PageHead>
    </div>
  );
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <li data-done={done || undefined}>
      {done ? <Icon name="done" size={22} /> : <Icon name="open" size={22} />}
      <div className="stack">
        <h2>
          {title} <span className="visually-hidden">{t(done ? 'activation.done' : 'activation.to_do')}</span>
        </h2>
        {done ? null : children}
      </div>
    </li>
  );
}
