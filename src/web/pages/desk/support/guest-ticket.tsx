import {
  type ActionFunctionArgs,
  Form,
  type HeadersFunction,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { commentGuestTicket, type GuestTicket, openGuestTicket, renewGuestLink } from '#contracts/desk/guests.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { endedGuestCookie, guestCookie, readGuest } from '#web/server/cookies/guest-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Conversation } from '#web/ui/ticket/conversation.tsx';
import { HiddenCodes } from '#web/ui/ticket/hidden-codes.tsx';
import { TicketStatus } from '#web/ui/ticket/ticket-status.tsx';
import { ReplyForm } from './ticket/reply-form.tsx';

export const handle = title('guest.title');

export const headers: HeadersFunction = () => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
});

/** A link that was just followed comes before the conversation that is open in this browser. */
export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const token = readGuest(request.headers.get('cookie'), context.get(pageContext).secure);
  if (!token || url.searchParams.has('token')) return { ticket: null, key: '' };
  const outcome = await attempt({ context, url }, openGuestTicket, { body: { token }, query: pageQueryOf(url) });
  return { ticket: outcome.ok ? outcome.reply.data : null, key: crypto.randomUUID() };
}

/** Opens by a button, because mail scanners open links themselves; from then on a cookie holds the token. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const { secure } = context.get(pageContext);
  const field = await readForm(request);
  const where = { context, url };
  const values = { intent: field('intent'), body: field('body') };
  const token = field('token') || (readGuest(request.headers.get('cookie'), secure) ?? '');
  const page = href('/support/guest/ticket');
  if (values.intent === 'open') {
    const outcome = await attempt(where, openGuestTicket, { body: { token } });
    if (!outcome.ok) return refused(outcome.refusal, values);
    return redirect(page, { headers: { 'set-cookie': guestCookie(token, secure) } });
  }
  if (values.intent === 'forget') {
    const headers = new Headers({ 'set-cookie': endedGuestCookie(secure) });
    headers.append('set-cookie', flash({ type: 'success', title: message('guest.forgotten'), content: '' }));
    return redirect(href('/support/guest'), { headers });
  }
  const renewing = values.intent === 'renew';
  const outcome = renewing
    ? await attempt(where, renewGuestLink, { body: { token } })
    : await attempt(where, commentGuestTicket, { body: { token, body: values.body, check: field('check') !== '' } });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = renewing
    ? { title: message('guest.link_mailed'), content: message('guest.link_mailed_more') }
    : { title: message('ticket.sent'), content: '' };
  return redirect(page, { headers: { 'set-cookie': flash({ type: 'success', ...said }) } });
}

export default function GuestTicketPage() {
  const { ticket, key } = useLoaderData<typeof loader>();
  return ticket ? <Opened ticket={ticket} idempotencyKey={key} /> : <OpenByLink />;
}

function OpenByLink() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const refusal = useActionResult<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const token = query.get('token');
  return (
    <div className="panel stack">
      <h1>{t('guest.title')}</h1>
      {token ? (
        <Form method="post" className="stack">
          <p>{t('guest.open_lead')}</p>
          <FormErrors refusal={refusal} />
          <input type="hidden" name="token" value={token} />
          <div className="row">
            <Button name="intent" value="open" busy={busy}>
              {t('guest.open')}
            </Button>
            {refusal?.errors.token ? (
              <Button variant="secondary" name="intent" value="renew">
                {t('guest.ask_link')}
              </Button>
            ) : null}
          </div>
        </Form>
      ) : (
        <>
          <p>{t('guest.no_link')}</p>
          <p>
            <Link to={href('/support/guest')}>{t('guest.again')}</Link>
          </p>
        </>
      )}
    </div>
  );
}

const CLOSED = 5;

function Opened({ ticket, idempotencyKey }: { ticket: GuestTicket; idempotencyKey: string }) {
  const { t } = useI18n();
  const own = ticket.comments.filter(({ by_staff }) => !by_staff);
  return (
    <div className="reading stack">
      <PageHead title={ticket.subject}>
        <TicketStatus status={ticket.status} />
      </PageHead>
      <p className="muted small ticket-meta">
        <span>{t('ticket.number', { number: String(ticket.number) })}</span>
        <span>{ticket.category}</span>
      </p>
      <Conversation
        comments={ticket.comments}
        authorOf={({ by_staff }) => t(by_staff ? 'nav.support' : 'ticket.you')}
        waiting={t('ticket.waiting_for_review')}
      />
      <HiddenCodes texts={own.map(({ body }) => body)} />
      <Pagination meta={ticket.comments_meta} />
      <p className="small muted">{t('guest.no_proof')}</p>
      {ticket.status === CLOSED ? (
        <Alert>
          <Link to={href('/support/guest')}>{t('guest.again')}</Link>
        </Alert>
      ) : (
        <ReplyForm key={own.at(-1)?.id} id={ticket.id} sent={own.at(-1)?.body} idempotencyKey={idempotencyKey} />
      )}
      <Form method="post" className="row">
        <Button variant="secondary" name="intent" value="forget">
          {t('guest.forget')}
        </Button>
        <span className="muted small">{t('guest.forget_more')}</span>
      </Form>
    </div>
  );
}
