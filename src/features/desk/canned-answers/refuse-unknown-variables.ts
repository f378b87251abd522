import { CANNED_VARIABLES } from '#contracts/desk/canned-answers.ts';
import { message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';

/** Finds a misspelt variable before a buyer does. */
export function refuseUnknownVariables(bodies: Record<string, string>): void {
  for (const body of Object.values(bodies))
    for (const [, name = ''] of body.matchAll(/\{\{\s*(.*?)\s*\}\}/g))
      if (!CANNED_VARIABLES.some((known) => known === name))
        throw invalidField(
          'bodies',
          message('desk.canned_unknown', { known: CANNED_VARIABLES.map((one) => `{{${one}}}`).join(' ') }),
        );
}
