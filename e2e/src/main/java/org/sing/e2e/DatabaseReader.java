package org.sing.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.sing.e2e.Evidence.Line;

/** Reads the services' databases with the credentials that the launcher wrote for them. */
final class DatabaseReader {
    private final Path configuration;

    /** @param configuration the folder with one properties file per part */
    DatabaseReader(Path configuration) {
        this.configuration = configuration;
    }

    List<Line> ledger() {
        return query(
                "accounting",
                "select job, attempt, rank, lower(kind) as kind, owner, project, gpus, seconds, gpu_seconds, ended_at from ledger_entry",
                row -> new Line(
                        row.getString("job"),
                        row.getInt("attempt"),
                        row.getInt("rank"),
                        row.getString("kind"),
                        row.getString("owner"),
                        row.getString("project"),
                        row.getInt("gpus"),
                        row.getLong("seconds"),
                        row.getLong("gpu_seconds"),
                        row.getTimestamp("ended_at").toInstant()));
    }

    List<String> openAllocations() {
        return query(
                "scheduling",
                "select distinct allocation from allocation_gpu where released_at is null",
                row -> row.getString(1));
    }

    /** Messages that the service committed and that stand on event topics. */
    Set<String> committed(String service) {
        return new HashSet<>(query(
                service,
                "select source || ' ' || (envelope::jsonb ->> 'id') from bus_outbox where topic like '%.events'",
                row -> row.getString(1)));
    }

    long unpublished(String service) {
        return query(service, "select count(*) from bus_outbox where published_at is null", row -> row.getLong(1))
                .getFirst();
    }

    long count(String service, String sql) {
        return query(service, sql, row -> row.getLong(1)).getFirst();
    }

    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> query(String service, String sql, Reader<T> reader) {
        var settings = new Properties();
        try (var in = Files.newBufferedReader(configuration.resolve(service + ".properties"))) {
            settings.load(in);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        try (var connection = DriverManager.getConnection(
                        settings.getProperty("quarkus.datasource.jdbc.url"),
                        settings.getProperty("quarkus.datasource.username"),
                        settings.getProperty("quarkus.datasource.password"));
                var rows = connection.createStatement().executeQuery(sql)) {
            var found = new ArrayList<T>();
            while (rows.next()) found.add(reader.read(rows));
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(service + ": " + sql, e);
        }
    }
}
