import { answerPost } from '@/lib/switch/post'

export const config = { api: { bodyParser: false } }

/** The same as `instrumentation.ts` answers before any route is looked for; here for the development server. */
export default answerPost
