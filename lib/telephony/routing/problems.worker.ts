import { expose } from 'comlink'
import { problems } from './problems'

expose(problems)
