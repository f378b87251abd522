import type { Feature } from '../../feature.ts';
import { codePastedAlert, pastedCodesAlert } from './alert-kinds.ts';

export const feature: Feature = {
  alertKinds: [codePastedAlert, pastedCodesAlert],
};
