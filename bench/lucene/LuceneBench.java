// Lucene on the records and queries of a corpack-bench run. bench/compare starts it:
//
//   java -cp lucene-core.jar:lucene-analyzers-common.jar LuceneBench.java RECORDS INDEX QUERIES WARM_UP_SECONDS
//
// RECORDS has one record a line, id<TAB>text; QUERIES one query a line, kind<TAB>words. Lucene is set up for speed:
// one segment, memory-mapped, no query cache, queries built beforehand, warmed up for so many seconds of processor time. It keeps stop
// words and does not stem, and a prefix scores constantly, which is Lucene's default.
//
// Standard output has lines of tab-separated figures:
//
//   build   SECONDS  SYNC_SECONDS  BYTES
//   get     MEDIAN_NS                        a record's text by its id, of five rounds over the same ids
//   query   KIND  MEDIAN_NS  ANSWERS         one line a query: its median of five rounds, hits (or all that match)
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.MMapDirectory;

public class LuceneBench {
  static final int ROUNDS = 5;
  static final int HITS = 10;
  static final int GETS = 20_000;

  static class Prepared {
    final String kind;
    final Query query;
    final boolean countsOnly;
    final long[] timesNs = new long[ROUNDS];
    long answers;

    Prepared(String kind, String[] words) {
      this.kind = kind;
      this.query = build(kind, words);
      this.countsOnly = kind.startsWith("count_");
    }

    long run(IndexSearcher searcher) throws IOException {
      return countsOnly ? searcher.count(query) : searcher.search(query, HITS).scoreDocs.length;
    }
  }

  static Query build(String kind, String[] words) {
    if (kind.startsWith("phrase")) return new PhraseQuery("text", words);
    if (kind.equals("prefix")) return new PrefixQuery(new Term("text", words[0]));
    if (words.length == 1) return new TermQuery(new Term("text", words[0]));
    BooleanClause.Occur occur =
        kind.startsWith("or") ? BooleanClause.Occur.SHOULD : BooleanClause.Occur.MUST;
    BooleanQuery.Builder clauses = new BooleanQuery.Builder();
    for (String word : words) clauses.add(new TermQuery(new Term("text", word)), occur);
    return clauses.build();
  }

  static double seconds(long beginNs, long endNs) {
    return (endNs - beginNs) / 1e9;
  }

  static long median(long[] times) {
    long[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  // Returns the ids, and reads the records while it writes, as the other engines do.
  static List<String> index(Path records, Path folder) throws IOException {
    List<String> ids = new ArrayList<>();
    long begin = System.nanoTime();
    IndexWriterConfig settings = new IndexWriterConfig(new StandardAnalyzer(CharArraySet.EMPTY_SET));
    settings.setRAMBufferSizeMB(256);
    settings.setUseCompoundFile(false);
    MMapDirectory directory = new MMapDirectory(folder);
    IndexWriter writer = new IndexWriter(directory, settings);
    try (BufferedReader lines = Files.newBufferedReader(records, StandardCharsets.UTF_8)) {
      for (String line; (line = lines.readLine()) != null;) {
        int tab = line.indexOf('\t');
        Document document = new Document();
        document.add(new StringField("id", line.substring(0, tab), Field.Store.NO));
        document.add(new StoredField("stored", line.substring(tab + 1)));
        document.add(new TextField("text", line.substring(tab + 1), Field.Store.NO));
        writer.addDocument(document);
        ids.add(line.substring(0, tab));
      }
    }
    writer.forceMerge(1);
    long written = System.nanoTime();
    writer.commit();
    writer.close();
    long bytes = 0;
    for (String file : directory.listAll()) bytes += directory.fileLength(file);
    System.out.printf(Locale.ROOT, "build\t%.3f\t%.3f\t%d%n", seconds(begin, written),
        seconds(written, System.nanoTime()), bytes);
    return ids;
  }

  static List<Prepared> prepare(Path queries) throws IOException {
    List<Prepared> prepared = new ArrayList<>();
    for (String line : Files.readAllLines(queries, StandardCharsets.UTF_8)) {
      int tab = line.indexOf('\t');
      if (tab > 0) prepared.add(new Prepared(line.substring(0, tab), line.substring(tab + 1).split(" ")));
    }
    return prepared;
  }

  static void measureQueries(IndexSearcher searcher, List<Prepared> queries, double warmUpSeconds)
      throws IOException {
    // The processor's time: on a busy machine the wall's runs out before the code is compiled.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    do {
      for (Prepared query : queries) query.answers = query.run(searcher);
    } while (seconds(start, threads.getCurrentThreadCpuTime()) < warmUpSeconds);
    // Kind by kind, as corpack-bench does.
    for (int first = 0, end; first < queries.size(); first = end) {
      end = first;
      while (end < queries.size() && queries.get(end).kind.equals(queries.get(first).kind)) ++end;
      int count = end - first;
      for (int round = -1; round < ROUNDS; ++round) {
        for (int place = 0; place < count; ++place) {
          // Each round begins at another query, as corpack-bench's do.
          Prepared query = queries.get(first + (Math.max(round, 0) * count / ROUNDS + place) % count);
          long begin = System.nanoTime();
          query.answers = query.run(searcher);
          if (round >= 0) query.timesNs[round] = System.nanoTime() - begin;
        }
      }
    }
    for (Prepared query : queries)
      System.out.printf("query\t%s\t%d\t%d%n", query.kind, median(query.timesNs), query.answers);
  }

  static void measureGets(IndexSearcher searcher, List<String> ids) throws IOException {
    Random random = new Random(1);
    String[] keys = new String[GETS];
    for (int i = 0; i < GETS; ++i) keys[i] = ids.get(random.nextInt(ids.size()));
    long[] times = new long[ROUNDS];
    long bytes = 0;
    for (int round = -1; round < ROUNDS; ++round) {
      long begin = System.nanoTime();
      for (String key : keys) {
        int document = searcher.search(new TermQuery(new Term("id", key)), 1).scoreDocs[0].doc;
        bytes += searcher.doc(document).get("stored").length();
      }
      if (round >= 0) times[round] = (System.nanoTime() - begin) / GETS;
    }
    if (bytes == 0) throw new IOException("the records are empty");
    System.out.printf("get\t%d%n", median(times));
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 4) {
      System.err.println("usage: LuceneBench RECORDS INDEX QUERIES WARM_UP_SECONDS");
      System.exit(2);
    }
    List<String> ids = index(Path.of(arguments[0]), Path.of(arguments[1]));
    List<Prepared> queries = prepare(Path.of(arguments[2]));
    try (DirectoryReader reader = DirectoryReader.open(new MMapDirectory(Path.of(arguments[1])))) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setQueryCache(null);
      measureQueries(searcher, queries, Double.parseDouble(arguments[3]));
      measureGets(searcher, ids);
    }
  }
}
