import { redirect } from 'react-router';
import { resendVerification, verifyEmailCode } from '#contracts/identity/auth.ts';
import { message } from '#i18n/message.ts';
import { type FormFields, refused } from '#web/forms/form-data.ts';
import { attempt, type Where } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';

/** What the forms do that confirm an address: takes the code, or mails another one. Then `page` again. */
export async function confirmEmail(where: Where, field: FormFields, page: string) {
  if (field('intent') === 'code') {
    const outcome = await attempt(where, verifyEmailCode, { body: { code: field('code') } });
    return outcome.ok ? redirect(page) : refused(outcome.refusal, {});
  }
  const outcome = await attempt(where, resendVerification);
  if (!outcome.ok) return refused(outcome.refusal, {});
  const cookie = flash({ type: 'success', title: message('activation.sent_again'), content: '' });
  return redirect(page, { headers: { 'set-cookie': cookie } });
}
