import { answerPost } from '@/lib/switch/post'

export const config = { api: { bodyParser: false } }

/** For the development server. In production `instrumentation.ts` answers this path before any route is looked up. */
export default answerPost
