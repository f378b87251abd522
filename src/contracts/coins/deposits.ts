export const holdReasons = ['review', 'kept', 'unknown', 'stored', 'monthly', 'minimum'] as const;
