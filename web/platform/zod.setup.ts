/** Imported first: zod otherwise probes `new Function`, which the content security policy reports as a violation. */
import { config } from 'zod'

config({ jitless: true })
