// Answers the messages of an ELK instance.
import 'elkjs/lib/elk-worker.min.js'
