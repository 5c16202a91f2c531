// Serves the requests of an ELK instance.
import 'elkjs/lib/elk-worker.min.js'
