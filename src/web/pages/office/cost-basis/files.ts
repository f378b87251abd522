import { exportCredits, exportDisposals } from '#contracts/office/cost-basis.ts';

/** The files of a year by what stands for them in a path. */
export const files = { disposals: exportDisposals, credits: exportCredits } as const;

export type CostBasisFile = keyof typeof files;
export const costBasisFiles = Object.keys(files) as CostBasisFile[];
