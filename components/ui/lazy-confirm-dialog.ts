import dynamic from 'next/dynamic'

/** The question before an action, whose code is loaded when it is first asked. */
export const ConfirmDialog = dynamic(() => import('./confirm-dialog').then((module) => module.ConfirmDialog))
