import { type ActionFunctionArgs, href, redirect } from 'react-router';
import { exportAccount } from '#contracts/account.ts';
import { attempt } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';

const PAGE = href('/user/data');

export const loader = () => redirect(PAGE);

/** The export as a download; a confirmation on the way returns to the page with the button. */
export async function action({ context, url }: ActionFunctionArgs) {
  const outcome = await attempt({ context, url: new URL(PAGE, url) }, exportAccount);
  if (!outcome.ok) {
    const cookie = flash({ type: 'error', title: outcome.refusal.message, content: '' });
    return redirect(PAGE, { headers: { 'set-cookie': cookie } });
  }
  // Called as a function, a download comes as the parts of its JSON.
  const parts = (outcome.reply as unknown as AsyncIterable<string>)[Symbol.asyncIterator]();
  const text = new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const headers = {
    'content-type': 'application/json',
    'content-disposition': `attachment; filename="${exportAccount.download}"`,
    'cache-control': 'no-store',
  };
  return new Response(text.pipeThrough(new TextEncoderStream()), { headers });
}
