// Written by `npm run types` from the checks and functions of the migrations.

export const KEPT_DAYS = {
  idle: 60,
  mails: 90,
  closed: 90,
  dropped: 30,
  rejected: 90,
  looked_up: 30,
  provisioning: 90,
} as const
