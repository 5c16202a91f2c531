import dynamic from 'next/dynamic'

/** The form of a new record, loaded when it is first opened from a picker. */
export const CreateRecord = dynamic(() => import('./create-record').then((module) => module.CreateRecord))
