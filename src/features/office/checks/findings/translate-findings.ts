import { CHECKS, type Check } from '#contracts/office/checks.ts';
import { translate } from '#i18n/translate.ts';
import type { Finding } from './finding.ts';

/** The findings in the order of the checks, in the reader's language. */
export const translateFindings = (findings: readonly Finding[], locale: string): Check[] =>
  findings
    .toSorted((one, other) => CHECKS.indexOf(one.name) - CHECKS.indexOf(other.name))
    .map(({ name, coin = null, state, found, advice, details = [] }) => ({
      name,
      coin,
      state,
      found: translate(locale, found),
      advice: advice ? translate(locale, advice) : null,
      details,
    }));
